-- check: I38
-- class: L
-- title: the country follows the form of the zip code; only addresses of customers have a second line
SELECT ad_id
FROM address
WHERE ad_ctry <> CASE WHEN left(ad_zc_code, 1) BETWEEN '0' AND '9' THEN 'USA' ELSE 'CANADA' END
   OR (ad_line2 IS NOT NULL
       AND NOT EXISTS (SELECT FROM customer WHERE c_ad_id = ad_id));
